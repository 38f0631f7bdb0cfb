import { Link } from 'react-router'

/** `1.2.0`, of `1.2.0-0a1b2c3d`. */
export function getVersion(id: string): string {
  return id.replace(/-[0-9a-f]{8}$/, '')
}

/** A link to a release, named by its version; its whole id is in the title. */
export function ReleaseName({ remote, id }: { readonly remote: string; readonly id: string | null }) {
  return id === null ? (
    'none'
  ) : (
    <Link to={`/remotes/${remote}/releases/${id}`} title={id}>
      {getVersion(id)}
    </Link>
  )
}
