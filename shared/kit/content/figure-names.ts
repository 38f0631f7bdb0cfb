/** Live figures from this site that a project's page may show, see `remote-portfolio/content/figures`. */
export const figureNames = [
  'releases',
  'last-release',
  'last-rollback',
  'size',
  'speed',
  'endpoints',
  'categories',
] as const

export type FigureName = (typeof figureNames)[number]
