/** Drawing tools: redraw the outline, cut a hole, move corners. */
export const drawingTools = ['outline', 'hole', 'corners'] as const
export type DrawingTool = (typeof drawingTools)[number]
