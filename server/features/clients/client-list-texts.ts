import en from '#locales/en/clients.ts'
import es from '#locales/es/clients.ts'
import mx from '#locales/mx/clients.ts'
import pt from '#locales/pt/clients.ts'
import { buildTextsGetter } from '#server/core/texts.ts'

/** The words of the list of clients, for its files. */
export const getClientListTexts = buildTextsGetter({ es, en, pt, mx })
