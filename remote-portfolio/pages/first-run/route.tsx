import checkIcon from '@lucide/icons/icons/check'
import pencilIcon from '@lucide/icons/icons/pencil'
import { useHost } from '@portico/kit/contract/contract.ts'
import { useContent } from '@portico/kit/contract/use-content.ts'
import { eachOwner, whenOwner } from '@portico/kit/site/owner-marks.ts'
import { CopyButton } from '@portico/kit/ui/copy-button.tsx'
import { Icon } from '@portico/kit/ui/icon.tsx'
import { PageHeader } from '@portico/kit/ui/page-header.tsx'
import { Section } from '@portico/kit/ui/section.tsx'
import { Fragment } from 'react'
import { type FirstRunContent, FirstRunSchema } from '../../content/schemas.ts'
import { selections } from '../../content/selections.ts'
import styles from './route.module.css'

/** `/first-run` with the owner's files. */
export function Component() {
  return <FirstRunPage content={useContent(selections.firstRun, FirstRunSchema)} />
}

type OwnerFile = FirstRunContent['files'][number]

/** The file with the owner's values, as it is usually named. */
const siteFile: OwnerFile = {
  name: 'site.config.json',
  isSample: true,
  about: 'Your name, contact details, links, news and skills',
}

/** Tells the owner what to change and where. It exists only while there is sample content. */
export function FirstRunPage({ content }: { readonly content: FirstRunContent }) {
  const { site } = useHost()
  return (
    <div className={styles.page}>
      <PageHeader kicker="First run" title="Make this site yours">
        Everything already works. Only the content is a sample that describes this project. Replace it in any
        order. Once nothing is left, this page and the notice on the home page disappear.
      </PageHeader>
      <Section
        id="first-run-files"
        heading="What to change"
        aside={whenOwner(content, 'sample', ({ left, leftWithSite }) =>
          whenOwner(
            site,
            'sample',
            () => <p className={styles.remaining}>{leftWithSite}</p>,
            () => <p className={styles.remaining}>{left}</p>,
          ),
        )}
      >
        <ul className={styles.files}>
          {whenOwner(site, 'sample', ...renderStates(siteFile))}
          {eachOwner(content.files, (file) => (
            <Fragment key={file.name}>{whenOwner(file, 'isSample', ...renderStates(file))}</Fragment>
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
          <code>docs/settings.md</code>.
        </p>
      </Section>
    </div>
  )
}

/** A file with sample content, and the same file without. */
function renderStates(file: OwnerFile) {
  return [() => <SampleFile file={file} />, () => <DoneFile file={file} />] as const
}

function SampleFile({ file: { name, about } }: { readonly file: OwnerFile }) {
  return (
    <li className={styles.file}>
      <Icon icon={pencilIcon} />
      <code className={styles.name}>{name}</code>
      <span className={styles.about}>{about}</span>
    </li>
  )
}

function DoneFile({ file: { name } }: { readonly file: OwnerFile }) {
  return (
    <li className={`${styles.file} ${styles.done}`}>
      <Icon icon={checkIcon} />
      <code className={styles.name}>{name}</code>
      <span className={styles.about}>Done</span>
    </li>
  )
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
