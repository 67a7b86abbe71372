import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'

/** The reasons that a new firm begins with, as they stand in its data. */
const keysByName = {
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

/** Names a reason in the language of the person; one that the firm worded itself stays as it is. */
export const useCancellationReasonName = (): ((name: string) => string) => {
  const { t } = useTranslation('cancellations')
  return useMemo(() => {
    const findKey = new Map<string, (typeof keysByName)[keyof typeof keysByName]>(Object.entries(keysByName))
    return (name) => {
      const key = findKey.get(name)
      return key ? t(`reasonNames.${key}`) : name
    }
  }, [t])
}
