import { verifyAudit } from '#server/features/audit/verify-audit.ts'
import { defineCommand } from './command.ts'

export const verifyAuditCommand = defineCommand({
  name: 'audit verify',
  summary: 'Recompute the chain of the audit, and say which row was altered, removed, reordered or added',
  details: `Looks at the prefix's own audit and at the registry's, and holds both against the heads that were kept in the folder
audit-heads of the home. Exit code 1 where something does not fit.`,
  prefix: 'required',
  run: ({ prefix, ownerUrl, secret, home, progress }) => {
    progress('read the audit')
    return verifyAudit(prefix, { ownerUrl, secret, home })
  },
  failed: ({ findings }) => findings > 0,
})
