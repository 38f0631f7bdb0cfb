import type { Site } from '@portico/shared/site/site.ts'
import { socialLinks } from '@portico/shared/ui/social-links.ts'
import styles from './social-links.module.css'

/** The owner on six social networks, each in a new tab. */
export function SocialLinks({ social }: { social: Site['social'] }) {
  return (
    <ul className={styles.list} aria-label="Social networks">
      {socialLinks.map(({ network, name, glyph }) => (
        <li key={network}>
          <a className={styles.link} href={social[network]} target="_blank" rel="me noopener" title={name}>
            <svg className={styles.icon} viewBox="0 0 24 24" aria-hidden="true">
              <path d={glyph} />
            </svg>
            <span className="sr-only">{name} (opens in a new tab)</span>
          </a>
        </li>
      ))}
    </ul>
  )
}
