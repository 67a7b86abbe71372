const splitWords = (words: string): string[] => words.trim().split(/\s+/)

/**
 * Words of Portugal, Spain and Mexico that people make passwords of and the dictionaries of the library lack or know as rare: cities, months,
 * seasons, days, clubs, what people say. Without accents, in lower case, the likeliest first: their place is their rank.
 */
export const commonPasswordWords: string[] = [
  ...new Set(
    [
      // Cities and countries.
      'lisboa porto madrid barcelona mexico portugal espana guadalajara monterrey sevilla valencia coimbra braga faro setubal aveiro evora',
      'funchal leiria viseu guimaraes cascais sintra almada amadora santarem beja braganca portimao madeira acores algarve matosinhos',
      'bilbao zaragoza malaga murcia alicante cordoba granada vigo gijon oviedo coruna santander toledo salamanca burgos leon cadiz huelva',
      'almeria pamplona logrono badajoz caceres tarragona lleida girona mallorca canarias tenerife galicia asturias cantabria andalucia',
      'puebla tijuana cancun merida queretaro toluca veracruz acapulco oaxaca chiapas chihuahua hermosillo culiacan saltillo durango morelia',
      'tampico cuernavaca jalisco sinaloa sonora yucatan tabasco campeche zacatecas aguascalientes michoacan guerrero hidalgo tlaxcala',
      // Months, seasons, days.
      'janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro primavera verao outono inverno',
      'enero febrero marzo mayo junio julio septiembre setiembre octubre noviembre diciembre verano otono invierno natal navidad',
      'segunda terca quarta quinta sexta sabado domingo feira lunes martes miercoles jueves viernes semana hoje amanha',
      // Clubs and football.
      'benfica sporting fcporto slbenfica sportingcp porto boavista maritimo belenenses academica futebol campeao aguia dragao leao cristiano',
      'ronaldo figo eusebio realmadrid barca atletico betis athletic osasuna espanyol villarreal celta futbol america chivas pumas tigres',
      'cruzazul rayados santos toluca pachuca necaxa atlas club campeon messi',
      // What people say, and what they work with.
      'palavra passe palavrapasse senha segredo acesso entrada amor amorzinho familia saudade obrigado bemvindo bomdia querida querido princesa',
      'estrela borboleta cachorro gatinho flor anjo deus jesus fatima maria mariana joana catarina tiago diogo goncalo joao sofia beatriz',
      'contrasena clave secreto acceso bienvenido hola buenosdias gracias carino corazon mariposa perrito gatito guadalupe virgen viva mexicano',
      'chilango tequila mariachi dinero dinheiro banco banca empresa oficina escritorio trabajo trabalho cliente inversion investimento',
      'investidor inversor administrador gestor direccion direcao contabilidade contabilidad prueba teste temporal provisoria',
    ].flatMap(splitWords),
  ),
]
