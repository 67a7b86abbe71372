/** The reasons that a new firm begins with, as they stand in its data, and under which key the texts name them. */
const reasonKeysByName = {
  'Necesita el dinero': 'needsMoney',
  'Precisa do dinheiro': 'needsMoney',
  'Mejor oferta de otra entidad': 'betterOffer',
  'Melhor oferta de outra entidade': 'betterOffer',
  'Compra de vivienda': 'homePurchase',
  'Compra de casa': 'homePurchase',
  'Descontento con el servicio': 'dissatisfied',
  'Insatisfação com o serviço': 'dissatisfied',
  'Fallecimiento o herencia': 'inheritance',
  'Falecimento ou herança': 'inheritance',
  'Otro motivo': 'other',
  'Outro motivo': 'other',
} as const
export type CancellationReasonKey = (typeof reasonKeysByName)[keyof typeof reasonKeysByName]

const knownReasons = new Map<string, CancellationReasonKey>(Object.entries(reasonKeysByName))

/** Under which key the texts name a reason; undefined for one that the firm worded itself, which stays as it is. */
export const findCancellationReasonKey = (name: string): CancellationReasonKey | undefined => knownReasons.get(name)
