import type { Parameter } from '@portico/shared/api/parameter.ts'
import type { Entry } from '../../model/entry.ts'
import { parametersOf } from '../../model/parameter.ts'
import { ExtrasField } from './extra-parameters.tsx'
import { OneOfField } from './one-of-field.tsx'
import { ParameterField } from './parameter-field.tsx'
import styles from './request-form.module.css'
import type { Builder } from './use-request-form.ts'

interface BuilderFormProps {
  readonly entry: Entry
  readonly builder: Builder
}

/** A form of an entry's parameters, which begins with the example. */
export function BuilderForm({ entry: { row, variant }, builder }: BuilderFormProps) {
  const { values, faults, extras, extraFaults, change, changeExtras } = builder
  const fixed = variant ? row.variants?.param : undefined
  const parameters = parametersOf(row).filter(({ name }) => name !== fixed)
  const groups = groupsOf(parameters)
  const errorOf = (name: string) => faults.find(({ names }) => names.includes(name))?.reason
  return (
    <div className={styles.form}>
      {parameters.length === 0 && !row.needUnknown && <p>This operation takes no parameters.</p>}
      {groups.map((group) => {
        const [first] = group
        if (first === undefined) return null
        if (group.length > 1) {
          return (
            <OneOfField
              key={first.name}
              {...{ row, group, values }}
              error={errorOf(first.name)}
              onChange={change}
            />
          )
        }
        return (
          <ParameterField
            key={first.name}
            row={row}
            parameter={first}
            value={values[first.name] ?? ''}
            error={errorOf(first.name)}
            onChange={(value) => change({ [first.name]: value })}
          />
        )
      })}
      {row.needUnknown && <ExtrasField extras={extras} faults={extraFaults} onChange={changeExtras} />}
      <Refusal builder={builder} />
    </div>
  )
}

/** Says that the values are refused, and lets the visitor use them all the same. */
function Refusal({
  builder: { faults, extraFaults, isAnyway, setAnyway },
}: Pick<BuilderFormProps, 'builder'>) {
  const count = faults.length + extraFaults.length
  if (count === 0) return null
  return (
    <div className={styles.refusal}>
      <p>
        {count === 1 ? 'One value is' : `${count} values are`} not as documented, so nothing is copied or
        sent.
      </p>
      <label>
        <input type="checkbox" checked={isAnyway} onChange={({ target }) => setAnyway(target.checked)} />
        Use anyway
      </label>
    </div>
  )
}

/** Parameters that stand alone, and those of which one is needed together. */
function groupsOf(parameters: readonly Parameter[]): Parameter[][] {
  return parameters.flatMap((parameter) => {
    if (!parameter.oneOf) return [[parameter]]
    return parameter.oneOf[0] === parameter.name
      ? [parameters.filter(({ oneOf }) => oneOf?.[0] === parameter.name)]
      : []
  })
}
