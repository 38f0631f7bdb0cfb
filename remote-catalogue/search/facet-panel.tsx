import { Button } from '@portico/kit/ui/button.tsx'
import type { FacetName } from '../model/facet-values.ts'
import { type ChangeView, toggleFacet, type View } from '../model/view.ts'
import { getCountKey } from './apply-facets.ts'
import styles from './facet-panel.module.css'
import { facets } from './facets.ts'

interface FacetPanelProps {
  readonly view: View
  readonly change: ChangeView
  /** Entries left by each value; undefined while the catalogue loads. */
  readonly counts: ReadonlyMap<string, number> | undefined
}

/** The filters: each value with the number of entries that it would leave. */
export function FacetPanel({ view, change, counts }: FacetPanelProps) {
  const toggle = (name: FacetName, value: string) =>
    change({ selection: toggleFacet(view.selection, name, value) })
  return (
    <div className={styles.panel}>
      <div className={styles.facets}>
        {facets.map(({ name, label, values }) => (
          <fieldset key={name} className={styles.facet}>
            <legend className={styles.legend}>{label}</legend>
            {values.map(({ value, label: valueLabel }) => {
              const count = counts && (counts.get(getCountKey(name, value)) ?? 0)
              const isSelected = view.selection.get(name)?.has(value) ?? false
              return (
                <label key={value} className={styles.value} data-empty={count === 0 && !isSelected}>
                  <input type="checkbox" checked={isSelected} onChange={() => toggle(name, value)} />
                  {valueLabel} <span className={styles.count}>{count}</span>
                </label>
              )
            })}
          </fieldset>
        ))}
      </div>
      <p className={styles.actions}>
        <Button tone="secondary" size="small" onClick={() => window.print()}>
          Print
        </Button>
        {view.selection.size > 0 && (
          <Button tone="secondary" size="small" onClick={() => change({ selection: new Map() })}>
            Clear filters
          </Button>
        )}
      </p>
    </div>
  )
}
