import type { Project } from '@portico/shared/content/content.ts'
import type { PageMetadata, PageMetadataContext } from '@portico/shared/release/page-metadata.ts'

type Parts = Pick<PageMetadataContext, 'site' | 'page'>

/** What is told of each case page. The case itself is for signed-in visitors; name and summary the home page tells. */
export function getProjectMetadata(projects: readonly Project[], { site, page }: Parts): PageMetadata[] {
  return projects.map((project) => {
    const address = addressOf(project, page)
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
          ...imageOf(project),
        },
      ],
    }
  })
}

/** What is told of each bot's QR page. */
export function getProjectQrMetadata(projects: readonly Project[], { page }: Parts): PageMetadata[] {
  return projects
    .filter((project) => project.bot !== undefined)
    .map((project) => ({
      address: addressOf(project, page),
      description: `A QR code that opens a chat with ${project.name} on WhatsApp.`,
    }))
}

function addressOf({ slug }: Project, { path }: Parts['page']): string {
  return path.replace(/:\w+/, slug)
}

/** The largest image in the format that the most programs read. */
function imageOf({ image }: Project): { image?: string } {
  const address = image?.sources.at(-1)?.files.at(-1)?.address
  return address === undefined ? {} : { image: address }
}
