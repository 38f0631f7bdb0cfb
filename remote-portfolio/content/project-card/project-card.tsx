import arrowRightIcon from '@lucide/icons/icons/arrow-right'
import arrowUpRightIcon from '@lucide/icons/icons/arrow-up-right'
import qrCodeIcon from '@lucide/icons/icons/qr-code'
import { Link } from '@portico/kit/contract/router.ts'
import { eachOwner, whenOwner } from '@portico/kit/site/owner-marks.ts'
import { Icon } from '@portico/kit/ui/icon.tsx'
import { Cover } from '../cover/cover.tsx'
import { Image } from '../image/image.tsx'
import type { Card } from '../schemas.ts'
import styles from './project-card.module.css'

interface ProjectCardProps {
  readonly project: Card
  /** True: the card may be wide, with the cover next to the text. */
  readonly isLarge?: boolean
  /** True: visible without scrolling, so the image is loaded first. */
  readonly isPriority?: boolean
}

/** A project with its cover, summary, tags and links. */
export function ProjectCard({ project, isLarge = false, isPriority = false }: ProjectCardProps) {
  return (
    <article className={styles.container}>
      <div className={styles.card}>
        <div className={styles.cover}>
          {whenOwner(
            project,
            'image',
            (image) => (
              <Image
                image={image}
                sizes={
                  isLarge
                    ? '(width >= 76rem) 38rem, (width >= 48rem) 50vw, 92vw'
                    : '(width >= 48rem) 24rem, 92vw'
                }
                isPriority={isPriority}
                isDecorative
              />
            ),
            () =>
              whenOwner(project, 'cover', (cover) => (
                <Cover cover={cover} columns={isLarge ? 7 : 8} rows={isLarge ? 6 : 4} />
              )),
          )}
        </div>
        <div className={styles.text}>
          <h3 className={styles.name}>
            <Link className={styles.title} to={`/projects/${project.slug}`}>
              {project.name}
            </Link>
          </h3>
          <p className={styles.summary}>{project.summary}</p>
          <Tags project={project} />
          <Links project={project} />
        </div>
      </div>
    </article>
  )
}

function Tags({ project }: { readonly project: Card }) {
  return whenOwner(project, 'tags', (tags) => (
    <ul className={styles.tags} aria-label={`Tags of ${project.name}`}>
      {eachOwner(tags, (tag) => (
        <li key={tag} className={styles.tag}>
          {tag}
        </li>
      ))}
    </ul>
  ))
}

function Links({ project }: { readonly project: Card }) {
  return (
    <p className={styles.links}>
      <Link
        className={styles.link}
        to={`/projects/${project.slug}`}
        aria-label={`Case study of ${project.name}`}
      >
        Case study <Icon icon={arrowRightIcon} />
      </Link>
      {whenOwner(project, 'link', (link) => (
        <a className={styles.link} href={link} aria-label={`Visit ${project.name}`}>
          Visit <Icon icon={arrowUpRightIcon} />
        </a>
      ))}
      {whenOwner(project, 'isBot', () => (
        <Link
          className={styles.link}
          to={`/projects/${project.slug}/qr`}
          aria-label={`QR code of ${project.name}`}
        >
          QR code <Icon icon={qrCodeIcon} />
        </Link>
      ))}
    </p>
  )
}
