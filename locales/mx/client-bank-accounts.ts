import type * as es from '../es/client-bank-accounts.ts'
import type { Overrides } from '../shape.ts'

export default {
  fields: {
    number: 'CLABE',
  },
  states: {
    known: 'Solo depósitos',
    invalid: 'CLABE no válida',
  },
  add: {
    action: 'Agregar cuenta',
    numberHint: 'Cópiala de un estado de cuenta, no de un mensaje.',
  },
  pending: {
    add: 'Agregar {{number}} a nombre de {{holder}}',
    addDefault: 'Agregar {{number}} a nombre de {{holder}} como predeterminada',
  },
  makeDefault: {
    fromKnown: 'Hasta ahora solo se han recibido depósitos desde ella: los pagos quedan retenidos 48 horas.',
  },
  end: {
    noOther:
      'Hay pagos pendientes por {{amount}} y ninguna otra CLABE para pagos. Agrega otra o cancela antes esos pagos.',
  },
} satisfies Overrides<typeof es.default>

export const words = {
  actions: {
    client_bankAccountAdded: 'Agrega una cuenta bancaria a un cliente',
  },
  changes: {
    bankAdd: 'Agregar la cuenta {{account}} al cliente {{who}}',
  },
  refusals: {
    'bankAccount.inBatch': 'Hay un pago a esa cuenta en un lote. Espera a que se envíe o quítalo antes.',
  },
} satisfies Overrides<typeof es.words>
