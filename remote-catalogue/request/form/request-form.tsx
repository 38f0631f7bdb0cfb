import type { Parameter } from '@portico/kit/api/parameter.ts'
import { formatCount, pluralize } from '@portico/kit/format.ts'
import type { Entry } from '../../model/entry.ts'
import { getParameters } from '../../model/parameter.ts'
import { ExtraParameters } from './extra-parameters.tsx'
import { OneOfField } from './one-of-field.tsx'
import { ParameterField } from './parameter-field.tsx'
import styles from './request-form.module.css'
import type { RequestFormState } from './use-request-form.ts'

interface RequestFormProps {
  readonly entry: Entry
  readonly form: RequestFormState
}

/** A form for an entry's parameters, initially filled with the example. */
export function RequestForm({ entry: { row, variant }, form }: RequestFormProps) {
  const { values, errors, extras, extraErrors, change, changeExtras } = form
  const variantParam = variant ? row.variants?.param : undefined
  const parameters = getParameters(row).filter(({ name }) => name !== variantParam)
  const groups = groupAlternatives(parameters)
  const getError = (name: string) => errors.find(({ names }) => names.includes(name))?.reason
  return (
    <div ref={form.element} className={styles.form}>
      {parameters.length === 0 && !row.needUnknown && <p>No parameters.</p>}
      {groups.map((group) => {
        const [first] = group
        if (first === undefined) return null
        if (group.length > 1) {
          return (
            <OneOfField
              key={first.name}
              row={row}
              group={group}
              values={values}
              error={getError(first.name)}
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
            error={getError(first.name)}
            onChange={(value) => change({ [first.name]: value })}
          />
        )
      })}
      {row.needUnknown && <ExtraParameters extras={extras} errors={extraErrors} onChange={changeExtras} />}
      <InvalidValues form={form} />
    </div>
  )
}

/** Reports invalid values and lets the visitor use them anyway. */
function InvalidValues({
  form: { errors, extraErrors, sendAnyway, setSendAnyway },
}: Pick<RequestFormProps, 'form'>) {
  const count = errors.length + extraErrors.length
  if (count === 0) return null
  return (
    <div className={styles.invalid}>
      <p>
        {formatCount(count, 'invalid value')}. Fix {pluralize(count, 'it', 'them')} to copy or send.
      </p>
      <label>
        <input
          type="checkbox"
          checked={sendAnyway}
          onChange={({ target }) => setSendAnyway(target.checked)}
        />
        Send anyway
      </label>
    </div>
  )
}

/** Single parameters, and alternatives of which exactly one is required. */
function groupAlternatives(parameters: readonly Parameter[]): Parameter[][] {
  return parameters.flatMap((parameter) => {
    if (!parameter.oneOf) return [[parameter]]
    return parameter.oneOf[0] === parameter.name
      ? [parameters.filter(({ oneOf }) => oneOf?.[0] === parameter.name)]
      : []
  })
}
