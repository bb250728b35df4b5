/** Returns whether WebGL is emulated by the CPU, as in a virtual machine; false without WebGL. */
export function isEmulated(gl: WebGL2RenderingContext | null | undefined): boolean {
  const names = gl?.getExtension('WEBGL_debug_renderer_info')
  return (
    !!gl &&
    !!names &&
    /swiftshader|llvmpipe|software|basic render/i.test(String(gl.getParameter(names.UNMASKED_RENDERER_WEBGL)))
  )
}

/** Returns whether the WebGL of a future map will be emulated. */
export function willBeEmulated(): boolean {
  const gl = document.createElement('canvas').getContext('webgl2')
  const is = isEmulated(gl)
  gl?.getExtension('WEBGL_lose_context')?.loseContext()
  return is
}
