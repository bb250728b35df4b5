/** Colours that the server itself uses: in reports, and for the browser's frame around a page. The console has its own. */
export const colours = {
  ink: '#1f2933',
  paper: '#ffffff',
  pale: '#64707d',
  line: '#cfd6dd',
  boundary: '#8a96a3',
  pen: '#2f6f9f',
  path: '#5b6b7a',
  moment: '#c62f2f',
  browserFrame: '#0a111c',
} as const
