import calendarIcon from '@lucide/icons/icons/calendar'
import contactIcon from '@lucide/icons/icons/contact'
import mailIcon from '@lucide/icons/icons/mail'
import mapPinIcon from '@lucide/icons/icons/map-pin'
import phoneIcon from '@lucide/icons/icons/phone'
import userIcon from '@lucide/icons/icons/user'
import { useHost } from '@portico/kit/contract/contract.ts'
import { formatCalendarDate } from '@portico/kit/format.ts'
import { deriveOwner, whenOwner } from '@portico/kit/site/owner-marks.ts'
import type { Site } from '@portico/kit/site/site.ts'
import { getButtonClass } from '@portico/kit/ui/button.tsx'
import { CopyButton } from '@portico/kit/ui/copy-button.tsx'
import { Icon, type IconData } from '@portico/kit/ui/icon.tsx'
import { PageHeader } from '@portico/kit/ui/page-header.tsx'
import { socialLinks } from '@portico/kit/ui/social-links.ts'
import type { ReactNode } from 'react'
import { saveFile } from '../../ui/save-file.ts'
import { ContactForm } from './contact-form.tsx'
import styles from './route.module.css'
import { getVcardFileName, toVcard } from './vcard.ts'

/** `/contact`: the owner's contact details and every way to reach them, each one once. */
export function Component() {
  const { site } = useHost()
  return (
    <div className={styles.page}>
      <PageHeader kicker="Contact" title="Say hello">
        Write to me on WhatsApp or by email, or call. I read everything.
      </PageHeader>
      <div className={styles.columns}>
        <ContactForm phone={site.phone} email={site.email} />
        <div className={styles.aside}>
          <Details site={site} />
          <Social site={site} />
        </div>
      </div>
    </div>
  )
}

function Details({ site }: { readonly site: Site }) {
  return (
    <section className={styles.panel} aria-labelledby="contact-details">
      <h2 id="contact-details" className={styles.heading}>
        Details
      </h2>
      <dl className={styles.details}>
        <Detail icon={userIcon} name="Name">
          {site.name}
        </Detail>
        <Detail icon={calendarIcon} name="Birth date">
          <time dateTime={site.birthDate}>{deriveOwner(site.birthDate, 'date', formatCalendarDate)}</time>
        </Detail>
        <Detail
          icon={phoneIcon}
          name="Phone"
          action={<CopyButton text={site.phone} label="phone number" variant="icon" />}
        >
          <a href={`tel:${site.phone}`}>{site.phone}</a>
        </Detail>
        <Detail
          icon={mailIcon}
          name="Email"
          action={<CopyButton text={site.email} label="email address" variant="icon" />}
        >
          {site.email}
        </Detail>
        {whenOwner(site, 'location', (location) => (
          <Detail icon={mapPinIcon} name="Location">
            {location}
          </Detail>
        ))}
      </dl>
      <p className={styles.actions}>
        <button
          type="button"
          className={`${getButtonClass('secondary')} ${styles.save}`}
          onClick={() =>
            saveFile(getVcardFileName(site.name), new Blob([toVcard(site)], { type: 'text/vcard' }))
          }
        >
          <Icon icon={contactIcon} /> Save my contact
        </button>
      </p>
    </section>
  )
}

interface DetailProps {
  readonly icon: IconData
  readonly name: string
  readonly children: ReactNode
  readonly action?: ReactNode
}

function Detail({ icon, name, children, action }: DetailProps) {
  return (
    <div className={styles.detail}>
      <dt>
        <Icon icon={icon} /> {name}
      </dt>
      <dd>
        <span className={styles.value}>{children}</span>
        {action}
      </dd>
    </div>
  )
}

/** Every network but WhatsApp, which the message form offers. */
const otherNetworks = socialLinks.filter(({ network }) => network !== 'whatsapp')

function Social({ site }: { readonly site: Site }) {
  return (
    <section className={styles.panel} aria-labelledby="contact-social">
      <h2 id="contact-social" className={styles.heading}>
        Elsewhere
      </h2>
      <ul className={styles.networks}>
        {otherNetworks.map(({ network, name, icon }) => (
          <li key={network}>
            <a className={styles.network} href={site.social[network]} rel="me">
              <Icon icon={icon} />
              {name}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
