import type * as es from '../es/client-kyc.ts'
import type { Overrides } from '../shape.ts'

export default {
  subjects: { address: 'Comprobante de domicilio' },
  proofKinds: {
    census: 'Constancia de residencia',
    tax_letter: 'Constancia de situación fiscal',
    other: 'Otro comprobante',
  },
  none: { address: 'Todavía no se ha subido ningún comprobante de domicilio.' },
  upload: { address: 'Subir comprobante de domicilio' },
  update: { address: 'Actualizar comprobante' },
  fields: { proofKind: 'Comprobante' },
} satisfies Overrides<typeof es.default>
