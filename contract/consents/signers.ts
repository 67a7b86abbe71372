import { z } from 'zod'
import { Id } from '../core/values.ts'

/** As what somebody signs: for themselves, for a company, or for a minor. */
export const signerCapacities = ['client', 'representative', 'guardian'] as const
export type SignerCapacity = (typeof signerCapacities)[number]

/** Who can sign for a client today. */
export const ConsentSigner = z.object({
  /** Of whoever acts for them; null for the client. */
  personId: Id.nullable(),
  name: z.string(),
  capacity: z.enum(signerCapacities),
})
export type ConsentSigner = z.infer<typeof ConsentSigner>
