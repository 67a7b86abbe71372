import { parseFrequencies, parsePlaces, type SeedCountry } from './country.ts'

/** Names by how common they are, surnames in tens of thousands, after published counts; cities by inhabitants. */
export const mexico: SeedCountry = {
  drawFemaleName:
    parseFrequencies(`María Guadalupe 390, María 220, Guadalupe 200, Juana 170, Margarita 150, Verónica 150, Leticia 140, Alejandra 140,
    María del Carmen 150, Rosa María 110, Ana María 95, María Elena 115, Patricia 125, Gabriela 125, Adriana 125, Maribel 80, Elizabeth 95,
    Yolanda 85, Martha 95, Norma 70, Silvia 85, Teresa 75, Claudia 95, Laura 105, Rosa 85, Araceli 70, Irma 65, Alicia 75, Sandra 85,
    Mónica 80, Karla 75, Mariana 85, Fernanda 80, Daniela 90, Andrea 80, Brenda 70, Diana 75, Jessica 80, Karina 70, Erika 75,
    Lucía 65, Isabel 70, Esther 50, Josefina 75, Francisca 75, Antonia 55, Gloria 60, Esperanza 50, Luz María 55, Blanca Estela 35,
    María de los Ángeles 85, María Teresa 80, María de Jesús 60, María Luisa 75, María Fernanda 85, Ana Karen 30, Ana Laura 35, Valeria 75,
    Ximena 65, Regina 45, Renata 40, Sofía 75, Camila 60, Valentina 55, Paola 60, Carolina 55, Itzel 35, Citlali 20, Xóchitl 20,
    Natalia 50, Victoria 40, Rocío 60, Lorena 60, Beatriz 55, Cecilia 40, Graciela 45, Ofelia 35, Socorro 35, Concepción 45,
    Consuelo 30, Dolores 30, Angélica 65, Miriam 50, Nayeli 45, Yesenia 45, Wendy 30, Liliana 50, Paulina 35, Julieta 30`),
  drawMaleName:
    parseFrequencies(`José Luis 300, Juan 270, Juan Carlos 240, Miguel Ángel 230, José 215, Francisco Javier 150, Jesús 190, Francisco 170, Pedro 130,
    Alejandro 170, Manuel 115, Antonio 110, Jorge 140, Fernando 130, Roberto 125, Carlos 140, Ricardo 120, Javier 110, Eduardo 120,
    Luis 120, Sergio 115, Raúl 105, José Antonio 130, Juan Manuel 110, José Guadalupe 85, José Manuel 85, Víctor Manuel 85, Luis Ángel 70,
    Juan José 75, Marco Antonio 90, Rafael 95, Daniel 120, David 110, Arturo 95, Óscar 95, Gerardo 90, Armando 80, Alfredo 80, Enrique 85,
    Martín 95, Rubén 80, Mario 80, Ramón 80, Salvador 75, Jaime 65, Ángel 85, Gustavo 75, Héctor 85, Hugo 65, Iván 65, Felipe 65,
    Guillermo 70, Ernesto 55, Alberto 75, Andrés 65, Diego 75, Santiago 65, Emiliano 55, Mateo 50, Sebastián 60, Leonardo 55, Emmanuel 45,
    Ulises 30, Cuauhtémoc 12, Moisés 40, Ignacio 50, Tomás 45, Agustín 45, Joaquín 35, Gabriel 55, Jonathan 40, Christian 50, Erick 40,
    Omar 50, Adrián 55, César 60, Julio César 60, José Alfredo 45, José Ángel 45, Luis Alberto 55, Luis Fernando 50, Carlos Alberto 50,
    Abraham 35, Saúl 35, Rodrigo 50, Bryan 30, Axel 25, Maximiliano 30, Gael 25, Israel 35, Noé 25, Rogelio 35, Rigoberto 20, Efraín 25`),
  drawSurname:
    parseFrequencies(`Hernández 553, García 413, Martínez 402, López 389, González 373, Pérez 322, Rodríguez 317, Sánchez 303, Ramírez 285, Cruz 218,
    Gómez 208, Flores 206, Morales 165, Vázquez 158, Jiménez 153, Reyes 151, Díaz 148, Torres 145, Gutiérrez 140, Ruiz 122, Mendoza 120,
    Aguilar 118, Ortiz 112, Castillo 110, Moreno 108, Romero 108, Álvarez 105, Rivera 103, Chávez 101, Juárez 96, Ramos 95, Domínguez 93,
    Méndez 92, Castro 90, Herrera 89, Medina 84, Vargas 80, Guzmán 78, Muñoz 74, Velázquez 73, Rojas 71, Salazar 70, Contreras 69,
    Ortega 68, Luna 68, Garza 48, Guerrero 66, Santiago 64, Estrada 63, Bautista 62, Cortés 58, Soto 57, Alvarado 56, Espinoza 55, Lara 53,
    Ávila 50, Ríos 49, Cervantes 49, Silva 48, Delgado 48, Vega 48, Márquez 46, Sandoval 45, Carrillo 44, León 44, Fernández 44, Solís 41,
    Rosas 40, Mejía 40, Núñez 39, Santos 39, Valdez 37, Rangel 36, Campos 36, Camacho 36, Ibarra 35, Navarro 35, Cárdenas 34, Valencia 34,
    Miranda 34, Pacheco 33, Robles 33, Molina 32, Fuentes 32, Maldonado 32, Salas 31, Padilla 30, Rosales 30, Acosta 30, Cabrera 30,
    Trejo 29, Valenzuela 24, Orozco 28, Huerta 28, Nava 28, Ayala 28, Peña 28, Franco 24, Montes 24, Zamora 24, Villanueva 23, Macías 23,
    Serrano 22, Marín 22, Olvera 22, Figueroa 21, Tapia 21, Corona 21, Barrera 21, Zavala 20, Cisneros 20, Escobar 20, Bravo 19, Galván 19,
    Beltrán 19, Duarte 18, Arellano 18, Meza 18, Mora 18, Tovar 16, Treviño 16, Cantú 14, Zúñiga 16, Villarreal 16, Esquivel 16, Quintero 15,
    Ochoa 15, Bernal 15, Vera 14, Montoya 14, Palacios 14, Gallegos 14, Osorio 13, Murillo 13, Coronado 12, Quiroz 12, Nájera 8, Xicoténcatl 2`),
  ...parsePlaces(
    `1835|Iztapalapa|Ciudad de México|Valle de México|09000-09880|55|DF|180
    545|Cuauhtémoc|Ciudad de México|Valle de México|06000-06900|55|DF|180
    434|Benito Juárez|Ciudad de México|Valle de México|03000-03940|55|DF|180
    414|Miguel Hidalgo|Ciudad de México|Valle de México|11000-11870|55|DF|180
    614|Coyoacán|Ciudad de México|Valle de México|04000-04980|55|DF|180
    759|Álvaro Obregón|Ciudad de México|Valle de México|01000-01900|55|DF|180
    699|Tlalpan|Ciudad de México|Valle de México|14000-14760|55|DF|180
    1640|Ecatepec de Morelos|México|Valle de México|55000-55540|55|MC|180
    776|Naucalpan de Juárez|México|Valle de México|53000-53970|55|MC|180
    223|Toluca de Lerdo|México|Valle de México|50000-50290|722|MC|420
    1385|Guadalajara|Jalisco|Occidente|44100-44990|33|JC|320
    1476|Zapopan|Jalisco|Occidente|45000-45200|33|JC|320
    743|Morelia|Michoacán|Occidente|58000-58340|443|MN|470
    332|Tepic|Nayarit|Occidente|63000-63190|311|NT|560
    146|Colima|Colima|Occidente|28000-28090|312|CM|090
    1142|Monterrey|Nuevo León|Noreste|64000-64990|81|NL|580
    132|San Pedro Garza García|Nuevo León|Noreste|66200-66290|81|NL|580
    864|Saltillo|Coahuila|Noreste|25000-25290|844|CL|078
    690|Torreón|Coahuila|Noreste|27000-27290|871|CL|060
    297|Tampico|Tamaulipas|Noreste|89000-89360|833|TS|813
    1810|Tijuana|Baja California|Noroeste|22000-22710|664|BC|027
    1050|Mexicali|Baja California|Noroeste|21000-21390|686|BC|020
    856|Hermosillo|Sonora|Noroeste|83000-83290|662|SR|760
    808|Culiacán|Sinaloa|Noroeste|80000-80290|667|SL|730
    250|La Paz|Baja California Sur|Noroeste|23000-23090|612|BS|040
    1512|Ciudad Juárez|Chihuahua|Norte|32000-32690|656|CH|164
    925|Chihuahua|Chihuahua|Norte|31000-31390|614|CH|150
    616|Durango|Durango|Norte|34000-34320|618|DG|190
    139|Zacatecas|Zacatecas|Norte|98000-98090|492|ZS|930
    1579|León|Guanajuato|Bajío|37000-37690|477|GT|225
    1050|Santiago de Querétaro|Querétaro|Bajío|76000-76250|442|QT|680
    863|Aguascalientes|Aguascalientes|Bajío|20000-20290|449|AS|010
    845|San Luis Potosí|San Luis Potosí|Bajío|78000-78430|444|SP|700
    1542|Puebla|Puebla|Oriente y Golfo|72000-72590|222|PL|650
    405|Veracruz|Veracruz|Oriente y Golfo|91700-91910|229|VZ|905
    443|Xalapa|Veracruz|Oriente y Golfo|91000-91190|228|VZ|840
    297|Pachuca de Soto|Hidalgo|Oriente y Golfo|42000-42090|771|HG|290
    340|Villahermosa|Tabasco|Oriente y Golfo|86000-86190|993|TC|790
    338|Cuernavaca|Morelos|Sur y Sureste|62000-62590|777|MS|540
    658|Acapulco de Juárez|Guerrero|Sur y Sureste|39300-39900|744|GR|261
    258|Oaxaca de Juárez|Oaxaca|Sur y Sureste|68000-68150|951|OC|610
    578|Tuxtla Gutiérrez|Chiapas|Sur y Sureste|29000-29100|961|CS|100
    921|Mérida|Yucatán|Sur y Sureste|97000-97310|999|YN|910
    888|Cancún|Quintana Roo|Sur y Sureste|77500-77530|998|QR|691`,
    (first, last, at) => String(first + 10 * Math.floor((at * (last - first + 10)) / 10)).padStart(5, '0'),
  ),
  streetNames:
    `Avenida Juárez,Calle Hidalgo,Calle Morelos,Avenida Insurgentes,Calle 5 de Mayo,Calle Benito Juárez,Avenida Revolución,Calle Allende,
Calle Emiliano Zapata,Avenida Universidad,Calle Francisco I. Madero,Calle Guerrero,Calle Independencia,Avenida Constitución,Calle Niños Héroes,
Calle 16 de Septiembre,Calle Aldama,Calle Matamoros,Avenida Reforma,Calle Lázaro Cárdenas,Calle Pino Suárez,Calle Galeana,Calle Abasolo,
Avenida Patria,Calle Venustiano Carranza,Calle 20 de Noviembre,Privada Las Flores,Calle Las Palmas,Cerrada del Bosque,Calle Roble`.split(
      /,\s*/,
    ),
  companyTrades:
    `Constructora,Transportes,Comercializadora,Grupo,Servicios,Inmobiliaria,Distribuidora,Consultoría,Refaccionaria,Farmacia,Restaurante,
Panificadora,Agroindustrias,Textiles,Ferretería,Despacho,Laboratorios,Alimentos,Maquiladora,Empaques,Tortillería,Clínica,Papelería,Muebles,
Importadora,Logística`.split(/,\s*/),
  drawCompanySuffix: parseFrequencies('S.A. de C.V. 70, S. de R.L. de C.V. 20, S.A.P.I. de C.V. 10'),
  drawBank: parseFrequencies('012 27, 002 20, 014 14, 072 14, 021 9, 044 7, 036 5, 127 4'),
  drawForeignCountry: parseFrequencies('US 30, VE 14, CO 10, ES 8, AR 6, CU 8, GT 7, HN 7, FR 4, CN 4'),
}
