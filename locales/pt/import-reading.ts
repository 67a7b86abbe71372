export default {
  form: {
    title: 'Leitura do ficheiro',
    lead: 'Formato detetado automaticamente. Altere-o se a amostra não estiver correta.',
    accents: 'Amostra de acentos',
    windows:
      'O ficheiro não está em UTF-8: é lido como Windows-1252. Se os acentos não estiverem certos, escolha outra codificação.',
    unread:
      'Há caracteres que não puderam ser lidos, assinalados com �. Escolha outra codificação ou corrija essas linhas: são recusadas.',
    encoding: 'Codificação',
    delimiter: 'Separador',
    quote: 'Aspas',
    decimal: 'Decimais',
    dates: 'Datas',
    sheet: 'Folha',
    headingLine: 'Linha do cabeçalho',
  },
  encodings: { utf8: 'UTF-8', windows: 'Windows-1252', utf16: 'UTF-16 LE', utf16be: 'UTF-16 BE' },
  delimiters: { semicolon: 'Ponto e vírgula ;', comma: 'Vírgula ,', tab: 'Tabulação', bar: 'Barra |' },
  quotes: { double: 'Duplas "', single: "Simples '", none: 'Sem aspas' },
  decimals: { comma: 'Vírgula: 1.234,56', point: 'Ponto: 1,234.56' },
  dates: { dmy: 'Dia/mês/ano', mdy: 'Mês/dia/ano', ymd: 'Ano-mês-dia' },
  mapping: {
    title: 'Atribuição de colunas',
    lead: 'Os campos com * são obrigatórios. As colunas por atribuir não são importadas.',
    noKind:
      'Se não for indicado o tipo de movimento, um montante positivo é uma entrega e um negativo é um levantamento.',
    none: 'Não se importa',
    column: 'Campo da coluna {{column}}',
    missing: 'Falta atribuir: {{fields}}.',
  },
}
