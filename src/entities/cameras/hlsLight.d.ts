/** The package has types of its whole build alone; this one is the same class without subtitles, encryption and other sound tracks. */
declare module 'hls.js/light' {
  export { default } from 'hls.js'
}
