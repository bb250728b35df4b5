/** The pointer's tools: it draws the outline anew, cuts a hole, or moves corners. */
export const drawingTools = ['outline', 'hole', 'corners'] as const
export type DrawingTool = (typeof drawingTools)[number]
