/** The package has types only for its full build; this build is the same class without subtitles, encryption and alternate audio. */
declare module 'hls.js/light' {
  export { default } from 'hls.js'
}
