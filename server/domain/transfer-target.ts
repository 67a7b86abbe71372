import type { Kysely } from 'kysely'
import type { DB } from '#db/types.ts'

/** The products that money can be transferred to at a maturity. */
export const selectTransferTargets = (db: Kysely<DB>) =>
  db.selectFrom('product').where('onSale', '=', true).where('accrues', '=', true).where('family', '<>', 'current')

/** The limits of a product that money can be transferred to at a maturity: on sale, and earning. Undefined for any other. */
export const findTransferTarget = async (
  db: Kysely<DB>,
  productId: string | null,
): Promise<{ minimum: string; maximum: string | null } | undefined> =>
  productId === null
    ? undefined
    : selectTransferTargets(db).select(['minimum', 'maximum']).where('id', '=', productId).executeTakeFirst()
