export const languages = ['es', 'en', 'pt']

const texts = {
  es: {
    empty: 'No hay nada que mostrar.',
    emptyHint: 'Los registros aparecen aquí cuando se crean.',
    search: 'Nombre o CVL',
    fields: ['Fecha', 'Título', 'Cliente', 'CVL', 'Cerrado el'],
    exported: 'Exporta',
    screen: 'Pantalla',
    closes: 'Cierra por antigüedad',
    record: 'Registro',
    job: 'Cierre por antigüedad',
    notification: 'Registros de tus clientes que se han cerrado: {{count}}.',
  },
  en: {
    empty: 'Nothing to show.',
    emptyHint: 'Records appear here once they are created.',
    search: 'Name or CVL',
    fields: ['Date', 'Title', 'Client', 'CVL', 'Closed on'],
    exported: 'Exports',
    screen: 'Screen',
    closes: 'Closes by age',
    record: 'Record',
    job: 'Closing by age',
    notification: 'Records of your clients that were closed: {{count}}.',
  },
  pt: {
    empty: 'Nada para mostrar.',
    emptyHint: 'Os registos aparecem aqui quando são criados.',
    search: 'Nome ou CVL',
    fields: ['Data', 'Título', 'Cliente', 'CVL', 'Fechado em'],
    exported: 'Exporta',
    screen: 'Ecrã',
    closes: 'Fecha por antiguidade',
    record: 'Registo',
    job: 'Fecho por antiguidade',
    notification: 'Registos dos seus clientes que foram fechados: {{count}}.',
  },
}

/** A text as the formatter would quote it. */
export const quote = (text) => (text.includes("'") ? JSON.stringify(text) : `'${text.replaceAll('\\', '\\\\')}'`)

/** The texts of the feature in a language, with what lists of all features say of it. */
export const buildTexts = (language, { list, table, tableKey, module, titles, job, notification }) => {
  const title = titles[language]
  const {
    empty,
    emptyHint,
    search,
    fields,
    exported,
    screen,
    closes,
    record,
    job: jobName,
    notification: message,
  } = texts[language]
  const [createdAt, name, client, cvl, closedAt] = fields
  const fieldLines = [
    `    createdAt: '${createdAt}',`,
    `    title: '${name}',`,
    `    client: '${client}',`,
    `    cvl: '${cvl}',`,
    ...(job ? [`    closedAt: '${closedAt}',`] : []),
  ]
  const jobWords = job ? `  jobs: { ${list}_close: ${quote(`${jobName}: ${title}`)} },\n` : ''
  const notificationWords = notification
    ? `  notifications: {
    ${list}: {
      closed: {
        title: ${quote(`${jobName}: ${title}`)},
        text: ${quote(message)},
      },
    },
  },\n`
    : ''
  return `export default {
  title: ${quote(title)},
  count_one: '{{total}}',
  count_many: '{{total}}',
  count_other: '{{total}}',
  empty: '${empty}',
  emptyHint: '${emptyHint}',
  search: '${search}',
  fields: {
${fieldLines.join('\n')}
  },
}

/** What lists of all features say of this one. */
export const words = {
  screens: { ${list}: ${quote(title)} },
  modules: { ${module}: ${quote(title)} },
  actions: {
    ${list}_exported: ${quote(`${exported}: ${title}`)},
${job ? `    ${list}_closed: ${quote(`${closes}: ${title}`)},\n` : ''}  },
  entities: {
    ${module}: ${quote(`${screen}: ${title}`)},
${job ? `    ${tableKey}: ${quote(`${record}: ${title}`)},\n` : ''}  },
  personalTables: { ${table}: ${quote(title)} },
${jobWords}${notificationWords}}
`
}
