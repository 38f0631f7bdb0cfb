// What npm needs to install packages. Everything else stays here: install scripts are other people's code, and the environment
// may hold the secrets of the site.
const needed = [
  // locations of programs, the user's folders and temporary files
  /^(?:PATH|HOME|USER|LOGNAME|SHELL|TERM|LANG|LC_[A-Z]+|TZ|TMPDIR|TEMP|TMP|XDG_[A-Z]+_HOME)$/i,
  /^(?:SystemRoot|SystemDrive|windir|ComSpec|PATHEXT|USERPROFILE|HOMEDRIVE|HOMEPATH|APPDATA|LOCALAPPDATA)$/i,
  /^(?:ProgramData|ProgramFiles(?:\(x86\))?|PROCESSOR_ARCHITECTURE)$/i,
  // how to reach the registry; its credentials belong in the user's .npmrc
  /^(?:https?|all|no)_proxy$/i,
  /^(?:NODE_EXTRA_CA_CERTS|SSL_CERT_FILE|SSL_CERT_DIR|CI)$/,
  /^npm_config_[a-z]\w*$/i,
]
const credential = /auth|token|password|otp/i

/**
 * The part of an environment that `npm install` gets.
 * @param {Readonly<Record<string, string | undefined>>} environment
 */
export function getInstallEnvironment(environment) {
  const isNeeded = (name) => needed.some((pattern) => pattern.test(name)) && !credential.test(name)
  return Object.fromEntries(Object.entries(environment).filter(([name]) => isNeeded(name)))
}
