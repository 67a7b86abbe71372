import { byClient } from './core/client-rows.ts'
import { blank } from './core/erasure.ts'
import type { FeatureTables } from './core/feature-tables.ts'
import { undeletablePrivileges } from './core/privileges.ts'

export const manifest: FeatureTables = {
  tables: {
    public_link: {
      rights: undeletablePrivileges,
      subject: null,
      merged: { client_id: { becomes: 'moves' } },
      erased: {
        does: 'set',
        sets: {
          recipient: blank,
          token_digest: `'erased ' || x.id`,
          code_digest: 'null',
          code_expires_at: 'null',
          access_digest: 'null',
          access_expires_at: 'null',
          revoked_at: 'coalesce(x.revoked_at, now())',
        },
        stays: ['idioma'],
      },
      exported: byClient,
      hidden: ['token_digest', 'code_digest', 'access_digest'],
    },
    client_mail: {
      rights: undeletablePrivileges,
      subject: null,
      merged: { client_id: { becomes: 'moves' } },
      erased: {
        does: 'set',
        sets: {
          recipient: blank,
          secret: 'null',
          error: 'null',
          failed_at: 'case when x.sent_at is null then coalesce(x.failed_at, now()) end',
        },
        stays: ['template', 'idioma', 'idempotency_key', 'request_hash'],
      },
      exported: byClient,
      hidden: ['secret'],
    },
  },
}
