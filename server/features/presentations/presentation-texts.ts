import type { Idioma } from '#contract/core/values.ts'
import type { PresentationTemplate, PresentationTexts } from '#contract/presentations.ts'
import en from '#locales/en/presentations.ts'
import es from '#locales/es/presentations.ts'
import mx from '#locales/mx/presentations.ts'
import pt from '#locales/pt/presentations.ts'
import { buildTextsGetter } from '#server/core/texts.ts'

export const getPresentationWords = buildTextsGetter({ es, en, pt, mx })

const getDefaultTexts = (idioma: Idioma): PresentationTexts => getPresentationWords(idioma).defaults

export const defaultTexts: PresentationTemplate['texts'] = {
  spanish: getDefaultTexts('spanish'),
  english: getDefaultTexts('english'),
  portuguese: getDefaultTexts('portuguese'),
  mexican: getDefaultTexts('mexican'),
}

/** The firm's words, and the product's where it has none. */
export const fillTexts = (own: PresentationTexts, idioma: Idioma): PresentationTexts => {
  const { defaults } = getPresentationWords(idioma)
  return {
    title: own.title || defaults.title,
    subtitle: own.subtitle || defaults.subtitle,
    situation: own.situation || defaults.situation,
    proposal: own.proposal || defaults.proposal,
    projection: own.projection || defaults.projection,
    closing: own.closing || defaults.closing,
    legal: own.legal || defaults.legal,
  }
}
