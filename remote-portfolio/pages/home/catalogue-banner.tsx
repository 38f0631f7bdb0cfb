import arrowRightIcon from '@lucide/icons/icons/arrow-right'
import { useHost } from '@portico/kit/contract/contract.ts'
import type { RemotePage } from '@portico/kit/contract/manifest.ts'
import { Link } from '@portico/kit/contract/router.ts'
import { getButtonClass } from '@portico/kit/ui/button.tsx'
import { Icon } from '@portico/kit/ui/icon.tsx'
import { SectionHeading } from '@portico/kit/ui/section.tsx'
import styles from './home-page.module.css'

/** The page of the catalogue, which another remote may serve. */
const cataloguePath = '/api'

/** A link to the catalogue, with a working piece of it. */
export function CatalogueBanner() {
  const { pages, Showcase } = useHost()
  const page = pages.find(({ path }) => path === cataloguePath)
  const examples = <CatalogueExamples pages={pages} />
  return (
    <section className={styles.banner} aria-labelledby="home-catalogue">
      <div className={styles.bannerText}>
        <SectionHeading id="home-catalogue">A catalogue of small, useful endpoints</SectionHeading>
        <p className={styles.bannerLead}>
          What each one does, the parameters it takes and an example request.
        </p>
        <p className={styles.bannerSize}>{page?.summary}</p>
      </div>
      <Link className={getButtonClass()} to={cataloguePath}>
        Browse the API <Icon icon={arrowRightIcon} />
      </Link>
      <div className={styles.showcase}>
        {Showcase ? <Showcase path={cataloguePath}>{examples}</Showcase> : examples}
      </div>
    </section>
  )
}

/** What the catalogue has, where its showcase is not shown. */
function CatalogueExamples({ pages }: { readonly pages: readonly RemotePage[] }) {
  const categories = pages.filter(({ path }) => path.startsWith(`${cataloguePath}/`))
  return (
    <ul className={styles.examples}>
      {categories.map(({ path, title, count }) => (
        <li key={path}>
          <Link to={path}>
            {title}
            {count !== undefined && <span className={styles.count}> {count}</span>}
          </Link>
        </li>
      ))}
    </ul>
  )
}
