import type { Gate } from '../architecture/gate.ts'
import { readTexts, type TextsByKey } from './texts.ts'

type RejectedWord = { pattern: RegExp; say: string; except?: readonly string[] }

/**
 * One word for one thing in each language: what is rejected, what is said instead (docs/GLOSSARY.md), and the keys where
 * the word means something else. Texts of the specification keep their words.
 */
const spanish: readonly RejectedWord[] = [
  { pattern: /\brol(es)?\b/i, say: 'perfil' },
  { pattern: /\b(celda|casilla)s?\b/i, say: 'permiso' },
  { pattern: /\bámbitos?\b/i, say: 'alcance' },
  { pattern: /\bsucursal(es)?\b/i, say: 'oficina' },
  { pattern: /\be-?mails?\b/i, say: 'correo', except: ['session:forgot.sent'] },
  { pattern: /\bficheros?\b/i, say: 'archivo' },
  { pattern: /\bresponsables?\b/i, say: 'gestor, o asignado a', except: ['event:payload.toName'] },
  { pattern: /\bbonificaci(ón|ones)\b/i, say: 'interés extra' },
  { pattern: /\bpermisos? propios?\b/i, say: 'excepción', except: ['permissions:person.mine'] },
  { pattern: /\bpor pagar\b/i, say: 'pendiente de pago' },
  { pattern: /\bfideliza/i, say: 'retención de clientes, o renovación' },
  { pattern: /\bhechos\b|\bhecho (auditado|n\.º)/i, say: 'evento' },
  {
    pattern: /\bde la firma\b|\b[Ll]a firma (es|no|ha|tiene|en)\b|\b(toda|fije|en|a|para) la firma\b/,
    say: 'entidad',
  },
  { pattern: /\blo que ves\b/i, say: 'tu alcance' },
  { pattern: /\bfases?\b/i, say: 'etapa' },
  { pattern: /\bdivisas?\b/i, say: 'moneda' },
  { pattern: /\bbases? de datos\b/i, say: 'país' },
  { pattern: /\blos libros\b/i, say: 'contabilidad' },
  { pattern: /\ba mano\b|\banota/i, say: 'manual, o registrar' },
  { pattern: /\bespera[n]? (la )?(aprobación|decisión)|\bespera[n]? (a )?que otra/i, say: 'pendiente de aprobación' },
  { pattern: /\blínea de comandos\b|\bnpm run\b|_URL\b|_ID\b/, say: 'el administrador del sistema' },
  { pattern: /\btrabajos? detenid/i, say: 'tarea detenida' },
  { pattern: /\busted(es)?\b/i, say: 'tú' },
  { pattern: /!/, say: 'la frase sin exclamación', except: ['errors:status.404', 'errors:unexpected.title'] },
]

const english: readonly RejectedWord[] = [
  { pattern: /\bdirection\b/i, say: 'senior management' },
  { pattern: /\bcancel(ed|ing)\b/i, say: 'cancelled, cancelling' },
  { pattern: /\b(?!size|resiz)\w+iz(e[ds]?|ing|ations?)\b/i, say: 'the spelling with s' },
  { pattern: /\bcolors?\b|\bcenters?\b|\bfavorites?\b/i, say: 'the British spelling' },
  { pattern: /\bemails?\b/i, say: 'e-mail', except: ['session:forgot.sent'] },
  { pattern: /\bby hand\b|\bnoted?\b(?! that)/i, say: 'manual, or log' },
  { pattern: /\bjournals?\b(?! entr)/i, say: 'journal entry' },
  { pattern: /\beve of\b/i, say: 'the day before' },
  { pattern: /\bextra interest\b/i, say: 'bonus interest' },
  { pattern: /\bslabs?\b/i, say: 'band' },
  { pattern: /\b(what|everything) you see\b/i, say: 'your scope' },
  { pattern: /\breckon/i, say: 'calculated' },
  { pattern: /\bexpirations?\b/i, say: 'maturity' },
  { pattern: /\bcaptation\b/i, say: 'money raised' },
  { pattern: /\bbooked\b/i, say: 'posted' },
  { pattern: /\bdatabases?\b/i, say: 'country' },
  { pattern: /\bcommand line\b|\bnpm run\b|_URL\b|_ID\b/, say: 'the system administrator' },
  { pattern: /\bDNI\b|\bLOPD\b/, say: 'identity document, data protection consent' },
  { pattern: /!/, say: 'the sentence without it', except: ['errors:status.404', 'errors:unexpected.title'] },
]

const portuguese: readonly RejectedWord[] = [
  {
    pattern:
      /\b(tu|ti|teus?|tuas?|contigo|tens|podes|queres|quiseres|estás|verás|poderás)\b|-te\b|\b(Escreve|Escolhe|Tenta)\b/i,
    say: 'a forma impessoal, ou a sua, pode, escolha',
  },
  { pattern: /\bcancelamentos?\b/i, say: 'mobilização' },
  { pattern: /\bpartners?\b/i, say: 'parceiro' },
  { pattern: /\blotes?\b/i, say: 'remessa' },
  { pattern: /\bfactos?\b/i, say: 'evento' },
  { pattern: /\bbaixas?\b/i, say: 'desativar, ou saída', except: ['follow-ups:priorities.low'] },
  { pattern: /\bmetas?\b/i, say: 'objetivo' },
  { pattern: /\bfases?\b/i, say: 'etapa' },
  { pattern: /\bfirmas?\b/i, say: 'empresa' },
  { pattern: /\bbonificaç(ão|ões)\b/i, say: 'juro extra' },
  { pattern: /\btudo o que vê\b/i, say: 'o seu âmbito' },
  { pattern: /\bà mão\b|\banota/i, say: 'manual, ou registar' },
  { pattern: /\bescritórios?\b|\bagências?\b|\bsucursa(l|is)\b/i, say: 'balcão' },
  { pattern: /\balcance\b/i, say: 'âmbito' },
  { pattern: /\bcontribui(ção|ções|r)\b/i, say: 'entrega' },
  { pattern: /\bsuplen(te|tes|cia|cias)\b|\bsuplências?\b/i, say: 'substituto, substituição' },
  { pattern: /\bempregados?\b/i, say: 'colaborador' },
  { pattern: /\bcélulas?\b/i, say: 'permissão' },
  { pattern: /\bbases? de dados\b/i, say: 'país' },
  { pattern: /\bos livros\b|\bnos livros\b/i, say: 'contabilidade' },
  { pattern: /\bbatem? certo\b/i, say: 'sem diferenças' },
  { pattern: /\b(usuário|você|tela|senha|arquivo|cadastr\w+)\b/i, say: 'a palavra de Portugal' },
  { pattern: /\blinha de comandos\b|\bnpm run\b|_URL\b|_ID\b/, say: 'o administrador do sistema' },
  { pattern: /!/, say: 'a frase sem exclamação', except: ['errors:status.404', 'errors:unexpected.title'] },
]

/** Held against what Mexico reads: the Spanish texts with its own over them. */
const mexican: readonly RejectedWord[] = [
  { pattern: /\boficinas?\b/i, say: 'sucursal', except: ['personal-area:passkeys.nameHint'] },
  { pattern: /\bremesas?\b/i, say: 'lote' },
  { pattern: /\bTIN\b/, say: 'tasa' },
  {
    pattern: /\bretiradas?\b/i,
    say: 'retiro',
    except: ['client:lopdState.withdrawn', 'clients:stopReasons.lopdWithdrawn'],
  },
  { pattern: /\bañad/i, say: 'agregar' },
  { pattern: /\bHacienda\b/, say: 'SAT' },
]

const letter = '[\\p{L}\\d_]'
const boundary = `(?:(?<!${letter})(?=${letter})|(?<=${letter})(?!${letter}))`

/** The pattern with word boundaries that know letters with accents. */
const toAccented = ({ source, flags }: RegExp): RegExp => new RegExp(source.replaceAll('\\b', boundary), `${flags}u`)

const findRejectedWords = (language: string, texts: TextsByKey, words: readonly RejectedWord[]): string[] =>
  [...texts].flatMap(([key, whole]) => {
    const text = whole.replace(/\{\{\w+\}\}/g, '')
    return words
      .filter(({ except }) => !except?.includes(key))
      .flatMap(({ pattern, say }) => {
        const word = toAccented(pattern).exec(text)?.[0]
        return word ? [`locales/${language}/${key.replace(':', '.ts ')} says "${word}": say ${say}`] : []
      })
  })

export const textWordsGate: Gate = {
  name: 'words of texts',
  find: async (root) => {
    const [es, en, pt, mx] = await Promise.all(['es', 'en', 'pt', 'mx'].map((language) => readTexts(root, language)))
    return [
      ...findRejectedWords('es', es ?? new Map(), spanish),
      ...findRejectedWords('en', en ?? new Map(), english),
      ...findRejectedWords('pt', pt ?? new Map(), portuguese),
      ...findRejectedWords('mx', new Map([...(es ?? []), ...(mx ?? [])]), mexican),
    ]
  },
}
