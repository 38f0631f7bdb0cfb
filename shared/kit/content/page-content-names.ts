/** The names that a manifest may give as a page's `content`. A separate module, because manifests need nothing else. */
export const pageContentNames = [
  'home',
  'about',
  'cv',
  'projects',
  'project',
  'project-qr',
  'first-run',
] as const

/** The name of what a page shows of the owner's content. */
export type PageContentName = (typeof pageContentNames)[number]

/** Whether a manifest may name it as a page's content. */
export function isPageContentName(name: string | undefined): name is PageContentName {
  return pageContentNames.some((known) => known === name)
}
