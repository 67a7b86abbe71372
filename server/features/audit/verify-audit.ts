import { Client, Pool } from 'pg'
import type { Prefix } from '#contract/core/values.ts'
import { buildRoleUrl } from '#db/migrate/roles.ts'
import { type ChainName, deriveSealKey } from './audit-chains.ts'
import { readStoredHeads } from './chain-heads.ts'
import { sealChain } from './seal-chain.ts'
import { type ChainFinding, type ChainReport, verifyChain } from './verify-chain.ts'

type AuditReport = {
  prefix: Prefix
  chains: Omit<ChainReport, 'findings'>[]
  /** 0 when all is right. */
  findings: number
  findingList: ({ chain: ChainName } & ChainFinding)[]
}

type AuditSource = { ownerUrl: string; secret: string; home: string }

const createChainReport = async (chain: ChainName, { ownerUrl, secret, home }: AuditSource): Promise<ChainReport> => {
  const connectionString = buildRoleUrl(ownerUrl, secret, chain === 'registry' ? 'signin' : chain)
  // What was written while no server ran has waited for this moment: it is sealed first, as a server would.
  const pool = new Pool({ connectionString, max: 1, application_name: 'atalaya audit' })
  try {
    await sealChain(pool, chain, secret)
  } finally {
    await pool.end()
  }
  const db = new Client({ connectionString, application_name: 'atalaya audit' })
  await db.connect()
  try {
    await db.query('begin isolation level repeatable read read only')
    return await verifyChain(db, chain, deriveSealKey(secret, chain), await readStoredHeads(home, chain))
  } finally {
    await db.end()
  }
}

/** Recomputes the chains of the prefix's audit and of the registry's, each in one snapshot, and says what doesn't fit. */
export const verifyAudit = async (prefix: Prefix, source: AuditSource): Promise<AuditReport> => {
  const reports: ChainReport[] = []
  for (const chain of [prefix, 'registry'] as const) reports.push(await createChainReport(chain, source))
  return {
    prefix,
    chains: reports.map(({ findings, ...report }) => report),
    findings: reports.reduce((sum, { findings }) => sum + findings.count, 0),
    findingList: reports.flatMap(({ chain, findings }) => findings.list.map((finding) => ({ chain, ...finding }))),
  }
}
