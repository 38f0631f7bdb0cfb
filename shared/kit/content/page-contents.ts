import type { OwnerContent } from './content.ts'
import type { PageContent, PageParameters } from './page-content.ts'
import type { PageContentName } from './page-content-names.ts'
import { aboutContent } from './pages/about.ts'
import { cvContent } from './pages/cv.ts'
import { firstRunContent } from './pages/first-run.ts'
import { homeContent } from './pages/home.ts'
import { projectContent } from './pages/project.ts'
import { projectQrContent } from './pages/project-qr.ts'
import { projectsContent } from './pages/projects.ts'

/** What each page shows of the owner's content, by name. For the build and the server: a page imports its own only. */
export const pageContents = {
  home: homeContent,
  about: aboutContent,
  cv: cvContent,
  projects: projectsContent,
  project: projectContent,
  'project-qr': projectQrContent,
  'first-run': firstRunContent,
} as const satisfies {
  readonly [Name in PageContentName]: PageContent<unknown> & { readonly name: PageContentName }
}

/** The values of the pages' contents, by name. */
export type PageContents = {
  readonly [Name in PageContentName]: (typeof pageContents)[Name] extends PageContent<infer Value>
    ? Value
    : never
}

/** What a page shows of the owner's content with its name. */
export interface NamedPageContent {
  readonly name: PageContentName
  readonly value: unknown
}

/** What a page shows of the owner's content; null: there is no page at an address with these parameters. */
export function getPageContent(
  name: PageContentName,
  content: OwnerContent,
  parameters: PageParameters = {},
): NamedPageContent | null {
  const value = pageContents[name].make(content, parameters)
  return value === null ? null : { name, value }
}

/** What a page shows of the owner's content at an address with these parameters. */
export type AddressedContent = NamedPageContent & { readonly parameters: Readonly<Record<string, string>> }

/** What is shown at each address of the pages with this content. */
export function listPageContents(name: PageContentName, content: OwnerContent): AddressedContent[] {
  const isOfProject = name === 'project' || name === 'project-qr'
  const all: AddressedContent['parameters'][] = isOfProject
    ? content.projects.map(({ slug }) => ({ name: slug }))
    : [{}]
  return all.flatMap((parameters) => {
    const found = getPageContent(name, content, parameters)
    return found === null ? [] : [{ ...found, parameters }]
  })
}
