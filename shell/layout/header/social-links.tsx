import type { Site } from '@portico/kit/site/site.ts'
import { Icon } from '@portico/kit/ui/icon.tsx'
import { socialLinks } from '@portico/kit/ui/social-links.ts'
import styles from './social-links.module.css'

/** Links to the owner on six social networks, each opening a new tab. */
export function SocialLinks({ social }: { social: Site['social'] }) {
  return (
    <ul className={styles.list} aria-label="Social networks">
      {socialLinks.map(({ network, name, icon }) => (
        <li key={network}>
          <a className={styles.link} href={social[network]} target="_blank" rel="me noopener" title={name}>
            <Icon icon={icon} className={styles.icon} />
            <span className="sr-only">{name} (opens in a new tab)</span>
          </a>
        </li>
      ))}
    </ul>
  )
}
