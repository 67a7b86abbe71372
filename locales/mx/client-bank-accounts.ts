import type es from '../es/client-bank-accounts.ts'
import type { Overrides } from '../shape.ts'

export default {
  fields: { number: 'CLABE' },
  states: { known: 'Solo de depósitos', invalid: 'CLABE no válida' },
  add: { action: 'Agregar cuenta', numberHint: 'Cópiala de un estado de cuenta, no de un mensaje.' },
  pending: {
    add: 'Agregar {{number}} a nombre de {{holder}}',
    addDefault: 'Agregar {{number}} a nombre de {{holder}} y pagar ahí',
  },
  makeDefault: { fromKnown: 'Hasta ahora solo ha depositado desde ella: los pagos esperan sus primeras 48 horas.' },
  end: {
    noOther:
      'Hay pagos pendientes por {{amount}} y ninguna otra CLABE que los reciba. Agrega otra, o cancela antes esos pagos.',
  },
} satisfies Overrides<typeof es>
