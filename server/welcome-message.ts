import type { DemoSignIn } from '#contract/auth/demo.ts'
import { findDemoSignIns, hasUsers } from './demo-firm.ts'

/** A line for each role, a column for each prefix. */
const formatSignInTable = (signIns: readonly DemoSignIn[]): string => {
  const shownPrefixes = [...new Set(signIns.map(({ prefix }) => prefix))]
  const shownRoles = [...new Set(signIns.map(({ role }) => role))]
  const emailOf = (role: string, prefix: string) =>
    signIns.find((one) => one.role === role && one.prefix === prefix)?.email ?? ''
  const rows = [
    ['', ...shownPrefixes],
    ...shownRoles.map((role) => [role, ...shownPrefixes.map((prefix) => emailOf(role, prefix))]),
  ]
  const widths = rows[0]?.map((_, n) => Math.max(...rows.map((row) => row[n]?.length ?? 0))) ?? []
  return rows.map((row) => `  ${row.map((cell, n) => cell.padEnd(widths[n] ?? 0)).join('  ')}`.trimEnd()).join('\n')
}

/** Who can sign in: the demo firm's people by role, or a hint where there is nobody yet. */
export const buildWelcomeMessage = async (ownerUrl: string): Promise<string> => {
  const signIns = await findDemoSignIns(ownerUrl)
  const passwords = new Set(signIns.map(({ password }) => password))
  if (signIns.length > 0) return `Demo firm. Password ${[...passwords].join(' or ')}\n${formatSignInTable(signIns)}\n`
  if (await hasUsers(ownerUrl)) return ''
  return 'Nobody can sign in yet. Make the first user:\n  npm run crm -- user create --prefix dino --email you@example.com --role admin\n'
}
