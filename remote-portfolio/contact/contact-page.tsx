import { useHost } from '@portico/shared/contract/contract.ts'
import type { Site } from '@portico/shared/site/site.ts'
import { getButtonClass } from '@portico/shared/ui/button.tsx'
import { socialLinks } from '@portico/shared/ui/social-links.ts'
import type { ReactNode } from 'react'
import { CopyButton } from '../copy-button/copy-button.tsx'
import { calendar } from '../icon/glyphs/calendar.ts'
import { chat } from '../icon/glyphs/chat.ts'
import { contactCard } from '../icon/glyphs/contact-card.ts'
import { mail } from '../icon/glyphs/mail.ts'
import { person } from '../icon/glyphs/person.ts'
import { phone } from '../icon/glyphs/phone.ts'
import { pin } from '../icon/glyphs/pin.ts'
import { Icon } from '../icon/icon.tsx'
import { PageHead } from '../page-head/page-head.tsx'
import { saveFile } from '../save-file/save-file.ts'
import { whatsappLink } from '../whatsapp/whatsapp-link.ts'
import { ContactForm } from './contact-form.tsx'
import styles from './contact-page.module.css'
import { vcardFileName, vcardOf } from './vcard.ts'

/** `/contact`: the owner's record and every way to reach them. */
export function ContactPage() {
  const { site } = useHost()
  return (
    <div className={styles.page}>
      <PageHead kicker="Contact" title="Say hello">
        Write on WhatsApp or by mail, or call. Whatever you choose, it reaches me.
      </PageHead>
      <p className={styles.actions}>
        <a className={getButtonClass()} href={whatsappLink(site.phone)}>
          <Icon glyph={chat} /> Write on WhatsApp
        </a>
        <a className={getButtonClass('secondary')} href={`mailto:${site.email}`}>
          <Icon glyph={mail} /> Write a mail
        </a>
        <button
          type="button"
          className={getButtonClass('secondary')}
          onClick={() =>
            saveFile(vcardFileName(site.name), new Blob([vcardOf(site)], { type: 'text/vcard' }))
          }
        >
          <Icon glyph={contactCard} /> Save my contact
        </button>
      </p>
      <div className={styles.columns}>
        <ContactForm phone={site.phone} mail={site.email} />
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
        <Detail glyph={person} name="Name">
          {site.name}
        </Detail>
        <Detail glyph={calendar} name="Birth date">
          <time dateTime={site.birthDate}>{dateInWords(site.birthDate)}</time>
        </Detail>
        <Detail
          glyph={phone}
          name="Phone"
          action={<CopyButton what="phone number" text={site.phone} isSmall />}
        >
          <a href={`tel:${site.phone}`}>{site.phone}</a>
        </Detail>
        <Detail
          glyph={mail}
          name="Mail"
          action={<CopyButton what="mail address" text={site.email} isSmall />}
        >
          <a href={`mailto:${site.email}`}>{site.email}</a>
        </Detail>
        {site.location !== undefined && (
          <Detail glyph={pin} name="Location">
            {site.location}
          </Detail>
        )}
      </dl>
    </section>
  )
}

interface DetailProps {
  readonly glyph: string
  readonly name: string
  readonly children: ReactNode
  readonly action?: ReactNode
}

function Detail({ glyph, name, children, action }: DetailProps) {
  return (
    <div className={styles.detail}>
      <dt>
        <Icon glyph={glyph} /> {name}
      </dt>
      <dd>
        <span className={styles.value}>{children}</span>
        {action}
      </dd>
    </div>
  )
}

function Social({ site }: { readonly site: Site }) {
  return (
    <section className={styles.panel} aria-labelledby="contact-social">
      <h2 id="contact-social" className={styles.heading}>
        Elsewhere
      </h2>
      <ul className={styles.networks}>
        {socialLinks.map(({ network, name, glyph }) => (
          <li key={network}>
            <a className={styles.network} href={site.social[network]} rel="me">
              <Icon glyph={glyph} />
              {name}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** `2000-01-01` as `1 January 2000`; the date has no hour, so the visitor's time zone may not move it. */
function dateInWords(isoDate: string): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(isoDate))
}
