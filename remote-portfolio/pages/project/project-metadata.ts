import type { Project } from '@portico/shared/content/content.ts'
import type { PageMetadata, PageMetadataContext } from '@portico/shared/release/page-metadata.ts'

type Context = Pick<PageMetadataContext, 'site' | 'page'>

/** Metadata of each case study: name and summary, which the home page shows, too. The rest is for signed-in visitors. */
export function getProjectMetadata(projects: readonly Project[], { site, page }: Context): PageMetadata[] {
  return projects.map((project) => {
    const address = getAddress(project, page)
    return {
      address,
      title: project.name,
      description: project.summary,
      jsonLd: [
        {
          '@type': 'CreativeWork',
          name: project.name,
          description: project.summary,
          url: address,
          dateCreated: String(project.year),
          keywords: project.tags,
          creator: { '@type': 'Person', name: site.name, url: '/' },
          ...getImage(project),
        },
      ],
    }
  })
}

/** Metadata of each bot's QR page. */
export function getProjectQrMetadata(projects: readonly Project[], { page }: Context): PageMetadata[] {
  return projects
    .filter((project) => project.bot !== undefined)
    .map((project) => ({
      address: getAddress(project, page),
      description: `A QR code that opens a chat with ${project.name} on WhatsApp.`,
    }))
}

function getAddress({ slug }: Project, { path }: Context['page']): string {
  return path.replace(/:\w+/, slug)
}

/** The largest file of the most widely supported format. */
function getImage({ image }: Project): { image?: string } {
  const address = image?.sources.at(-1)?.files.at(-1)?.address
  return address === undefined ? {} : { image: address }
}
