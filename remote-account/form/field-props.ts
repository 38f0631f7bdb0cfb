/** What `field` of a form gives to a field. */
export interface FieldProps {
  readonly id: string | undefined
  readonly name: string
  readonly error: string | undefined
}
