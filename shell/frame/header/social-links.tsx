import { type Site, socialNetworks } from '@portico/shared/site/site.ts'
import { socialIcons } from './social-icons.tsx'
import styles from './social-links.module.css'

const names = {
  facebook: 'Facebook',
  twitter: 'Twitter',
  github: 'GitHub',
  whatsapp: 'WhatsApp',
  instagram: 'Instagram',
  youtube: 'YouTube',
} as const

/** The owner on six social networks, each in a new tab. */
export function SocialLinks({ social }: { social: Site['social'] }) {
  return (
    <ul className={styles.list} aria-label="Social networks">
      {socialNetworks.map((network) => (
        <li key={network}>
          <a
            className={styles.link}
            href={social[network]}
            target="_blank"
            rel="noopener"
            title={names[network]}
          >
            <svg className={styles.icon} viewBox="0 0 24 24" aria-hidden="true">
              {socialIcons[network]}
            </svg>
            <span className="sr-only">{names[network]}</span>
          </a>
        </li>
      ))}
    </ul>
  )
}
