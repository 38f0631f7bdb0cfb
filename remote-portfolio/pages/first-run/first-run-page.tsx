import checkIcon from '@lucide/icons/icons/check'
import pencilIcon from '@lucide/icons/icons/pencil'
import type { OwnerFile } from '@portico/shared/content/owner-files.ts'
import { useHost } from '@portico/shared/contract/contract.ts'
import { formatCount } from '@portico/shared/format.ts'
import { whenOwner } from '@portico/shared/site/owner-marks.ts'
import { CopyButton } from '@portico/shared/ui/copy-button.tsx'
import { Icon } from '@portico/shared/ui/icon.tsx'
import { PageHeader } from '@portico/shared/ui/page-header.tsx'
import { Section } from '@portico/shared/ui/section.tsx'
import styles from './first-run-page.module.css'

/** The file with the owner's values, as it is usually named. */
const siteFile = 'site.config.json'

interface FirstRunPageProps {
  /** The files of the owner's content. */
  readonly files: readonly OwnerFile[]
}

/** Tells the owner what to change and where. The manifest lists it only while there is sample content. */
export function FirstRunPage({ files }: FirstRunPageProps) {
  const { site } = useHost()
  const left = files.filter(({ isSample }) => isSample).length
  const describeLeft = (count: number) => <p className={styles.left}>{formatCount(count, 'file')} left</p>
  return (
    <div className={styles.page}>
      <PageHeader kicker="First run" title="Make this site yours">
        Everything already works. Only the content is a sample that describes this project. Replace it in any
        order. Once nothing is left, this page and the notice on the home page disappear.
      </PageHeader>
      <Section
        id="first-run-files"
        heading="What to change"
        aside={whenOwner(
          site,
          'sample',
          () => describeLeft(left + 1),
          () => describeLeft(left),
        )}
      >
        <ul className={styles.files}>
          {whenOwner(
            site,
            'sample',
            () => (
              <File name={siteFile} isSample />
            ),
            () => (
              <File name={siteFile} isSample={false} />
            ),
          )}
          {files.map((file) => (
            <File key={file.name} {...file} />
          ))}
        </ul>
        <p className={styles.hint}>
          Remove <code>sample: true</code> from a file once you’ve made it yours, or delete the file. Images
          go to <code>content/images</code>; <code>content/README.md</code> explains every field.
        </p>
      </Section>
      <Section id="first-run-commands" heading="See your changes">
        <dl className={styles.commands}>
          <Command command="npm run dev">Shows changes as soon as you save.</Command>
          <Command command="npm start">
            Builds, publishes and serves the site. Errors name the file and line.
          </Command>
        </dl>
        <p className={styles.hint}>
          Settings for a public address, email and login with Google or GitHub are in{' '}
          <code>docs/guides/run-the-site.md</code>.
        </p>
      </Section>
    </div>
  )
}

function File({ name, isSample }: OwnerFile) {
  return (
    <li className={isSample ? styles.file : `${styles.file} ${styles.done}`}>
      <Icon icon={isSample ? pencilIcon : checkIcon} />
      <code className={styles.name}>{name}</code>
      <span className={styles.about}>{isSample ? describeFile(name) : 'Done'}</span>
    </li>
  )
}

function describeFile(name: string): string {
  if (name.startsWith('content/projects/')) return 'A project: a card, a case study and an image'
  if (name === 'content/about.md') return 'Your story'
  if (name === 'content/timeline.yaml') return 'Your jobs and education'
  return 'Your name, contact details, links, news and skills'
}

function Command({ command, children }: { readonly command: string; readonly children: string }) {
  return (
    <div className={styles.command}>
      <dt>
        <code>{command}</code>
        <CopyButton text={command} label="command" variant="icon" />
      </dt>
      <dd>{children}</dd>
    </div>
  )
}
