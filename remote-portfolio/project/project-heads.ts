import type { Project } from '@portico/shared/content/content.ts'
import type { HeadParts, PageHead } from '@portico/shared/release/page-head.ts'

type Parts = Pick<HeadParts, 'site' | 'page'>

/** What is told of each case page. The case itself is for signed-in visitors; name and summary the home page tells. */
export function projectHeads(projects: readonly Project[], { site, page }: Parts): PageHead[] {
  return projects.map((project) => {
    const address = addressOf(project, page)
    return {
      address,
      title: project.name,
      description: project.summary,
      things: [
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
export function projectQrHeads(projects: readonly Project[], { page }: Parts): PageHead[] {
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

/** The largest picture in the format that the most programs read. */
function imageOf({ picture }: Project): { image?: string } {
  const image = picture?.sources.at(-1)?.files.at(-1)?.address
  return image === undefined ? {} : { image }
}
