export default {
  form: {
    title: 'Lectura del archivo',
    lead: 'Formato detectado automáticamente. Cámbialo si la muestra no es correcta.',
    accents: 'Muestra de acentos',
    windows:
      'El archivo no está en UTF-8: se lee como Windows-1252. Si los acentos no se ven bien, elige otra codificación.',
    unread:
      'Hay caracteres que no se han podido leer, marcados con �. Elige otra codificación o corrige esas líneas: se rechazan.',
    encoding: 'Codificación',
    delimiter: 'Separador',
    quote: 'Comillas',
    decimal: 'Decimales',
    dates: 'Fechas',
    sheet: 'Hoja',
    headingLine: 'Línea del encabezado',
  },
  encodings: { utf8: 'UTF-8', windows: 'Windows-1252', utf16: 'UTF-16 LE', utf16be: 'UTF-16 BE' },
  delimiters: { semicolon: 'Punto y coma ;', comma: 'Coma ,', tab: 'Tabulador', bar: 'Barra |' },
  quotes: { double: 'Dobles "', single: "Simples '", none: 'Sin comillas' },
  decimals: { comma: 'Coma: 1.234,56', point: 'Punto: 1,234.56' },
  dates: { dmy: 'Día/mes/año', mdy: 'Mes/día/año', ymd: 'Año-mes-día' },
  mapping: {
    title: 'Asignación de columnas',
    lead: 'Los campos con * son obligatorios. Las columnas sin asignar no se importan.',
    noKind:
      'Si no se indica el tipo de movimiento, un importe positivo es una aportación y uno negativo, una retirada.',
    none: 'No se importa',
    column: 'Campo de la columna {{column}}',
    missing: 'Falta asignar: {{fields}}.',
  },
}
