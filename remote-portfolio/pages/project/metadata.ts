import type { GetMetadata } from '@portico/kit/contract/page-metadata.ts'
import type { ProjectContent } from '../../content/schemas.ts'

/** Name and summary of a project, which the home page shows, too. The rest is for signed-in visitors. */
export const getMetadata: GetMetadata<ProjectContent> = ({ site, page, content: { project } }) => {
  const address = page.path.replace(/:\w+/, project.slug)
  const { name, summary, year, tags, image, preview } = project
  return [
    {
      address,
      title: name,
      description: summary,
      ...(preview && { image: preview }),
      jsonLd: [
        {
          '@type': 'CreativeWork',
          name,
          description: summary,
          url: address,
          dateCreated: String(year),
          keywords: tags,
          creator: { '@type': 'Person', name: site.name, url: '/' },
          // Left out where the project has none.
          ...(image && { image: image.src }),
        },
      ],
    },
  ]
}
