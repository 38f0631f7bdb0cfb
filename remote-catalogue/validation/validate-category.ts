import { validateValues } from '@portico/shared/api/validate-values.ts'
import type { Category, Row } from '../data/schema.ts'
import { getOptionalParameters, getParameters, getRequiredParameters, namesIn } from '../model/parameter.ts'

/** What is wrong between the fields of a category of the right shape: `rows.3.example: …`, one line each. */
export function validateCategory(category: Category): string[] {
  return [
    ...category.rows.flatMap((row, index) => validateRow(row).map((fault) => `rows.${index}.${fault}`)),
    ...findDuplicates(category.rows.map(({ name }) => name)).map((name) => `rows: "${name}" is there twice`),
    ...findDuplicates(category.rows.map(({ code, group }) => group?.id ?? code)).map(
      (id) => `rows: "${id}" is there twice`,
    ),
  ]
}

function validateRow(row: Row): string[] {
  return [
    ...validateNeed(row),
    ...validateExample(row),
    ...validateExampleValues(row),
    ...validateVariants(row),
    ...validateGroup(row),
  ]
}

function validateNeed(row: Row): string[] {
  const names = [...getRequiredParameters(row).flatMap((need) => need.names), ...getOptionalParameters(row)]
  const faults = findDuplicates(names).map((name) => `need: "${name}" is there twice`)
  if (row.needUnknown && names.length > 0) faults.push('needUnknown: expected it only where need is empty')
  for (const name of Object.keys({ ...row.bounds, ...row.wholeFrom, ...row.choices, ...row.hints })) {
    if (!names.includes(name)) faults.push(`bounds: "${name}" is no parameter of the row`)
  }
  for (const name of namesIn(row.mayBeEmpty ?? '')) {
    if (!names.includes(name)) faults.push(`mayBeEmpty: "${name}" is no parameter of the row`)
  }
  return faults
}

function validateExample(row: Row): string[] {
  const given = Object.keys(row.example)
  const allowed = [...getRequiredParameters(row).flatMap((need) => need.names), ...getOptionalParameters(row)]
  const missing = getRequiredParameters(row).filter(
    ({ names }) => names.filter((name) => given.includes(name)).length !== 1,
  )
  return [
    ...given
      .filter((name) => !allowed.includes(name))
      .map((name) => `example.${name}: is no parameter of the row`),
    ...missing.map(
      ({ names }) => `example: expected ${names.length > 1 ? 'exactly one of ' : ''}${names.join(', ')}`,
    ),
    ...getRequiredParameters(row)
      .filter(({ names }) => names.length > 1)
      .flatMap(({ names }) => names.filter((name) => !row.alternatives?.[name]))
      .map((name) => `alternatives.${name}: expected an example`),
  ]
}

function validateExampleValues(row: Row): string[] {
  const given = getParameters(row).filter(({ name }) => row.example[name])
  return given.flatMap((parameter) =>
    validateValues([{ ...parameter, oneOf: undefined }], row.example).map(
      ({ reason }) => `example.${parameter.name}: ${reason}`,
    ),
  )
}

function validateVariants(row: Row): string[] {
  if (!row.variants) return []
  const { param, items, sampleText } = row.variants
  const names = ['code', ...getRequiredParameters(row).flatMap((need) => need.names)]
  const isNumbered = param === 'code' || items.every(({ value }, index) => value === index + 1)
  return [
    ...(names.includes(param) ? [] : [`variants.param: "${param}" is no parameter of the row`]),
    ...(isNumbered ? [] : ['variants.items: expected the values 1, 2, 3 … in this order']),
    ...(param === 'code' && items[0]?.value !== row.code
      ? [`variants.items.0.value: expected "${row.code}"`]
      : []),
    ...findDuplicates(items.map(({ name }) => name)).map(
      (name) => `variants.items: "${name}" is there twice`,
    ),
    ...items.flatMap(({ sample }, index) =>
      (sample === undefined) === (sampleText === undefined)
        ? []
        : [`variants.items.${index}.sample: expected it with sampleText`],
    ),
  ]
}

function validateGroup(row: Row): string[] {
  if (!row.group) return []
  const { index, single } = row.group
  const names = getRequiredParameters(row).flatMap((need) => need.names)
  const texts = single ? ['text'] : ['text_1', 'text_2']
  const hasIndex = names.includes('index')
  return [
    ...(row.variants ? [] : ['variants: expected the variants of the group']),
    ...(texts.every((name) => names.includes(name))
      ? []
      : [`need: expected ${texts.join(',')}, as single says`]),
    ...(hasIndex === (index !== undefined) ? [] : ['group.index: expected it exactly where need has index']),
    ...(hasIndex && row.example.index !== String(index) ? [`example.index: expected ${index}`] : []),
  ]
}

function findDuplicates(values: readonly string[]): string[] {
  return [...new Set(values.filter((value, index) => values.indexOf(value) !== index))]
}
