"""Ranges of numbers that regulators keep for films, books and examples: calling code, then rows of prefix and lengths.

Nobody can own such a number. verifyd takes it as a test number, and sends nothing to it.
"""

# ACMA, "Phone numbers for use in TV shows, films and creative works": single mobile numbers.
ACMA_MOBILES = (
    "570006 570110 570156 570157 570158 570159 570313 570737 571266 571491 571804 572549 572665 572983 573087 573770 "
    "574118 574632 575254 575789 576398 576801 577426 577644 578148 578888 578957 579212 579455 579760"
)

FICTION = {
    # North American Numbering Plan Administrator, "555 Line Number Reservations": 555-0100 to 555-0199 under every area code.
    1: ["[2-9]..55501 10"],
    # Arcep, decision 2018-0881 (plan national de numérotation): numbers for audiovisual works.
    33: ["19900 9", "26191 9", "35301 9", "46571 9", "53649 9", "63998 9"],
    # Ofcom, "Telephone numbers for use in TV and radio drama programmes".
    44: [
        "1134960 10", "11[4-8]4960 10", "1[2-6]14960 10", "1632960 10", "1914980 10", "2079460 10", "2896496 10",
        "2920180 10", "3069990 10", "7700900 10", "8081570 10", "9098790 10",
    ],
    # Bundesnetzagentur, Mitteilung 148/2021: five cities, and mobile numbers of four networks, for films and television.
    49: [
        "3023125 10", "6990009 10", "4066969 10", "2214710 10", "8999998 10", "17139200 10", "176040690 11",
        "15228817386 11", "15228895456 11", "15254599371 11", "1729925904 10", "1729968532 10", "1729973185 10",
        "1729973186 10", "1729980752 10", "1749091317 10", "1749464308 10",
    ],
    # PTS, "Telefonnummer för användning i böcker och filmer m.m.".
    46: ["3139006 9", "4062804 9", "70174060[5-9] 9", "7017406[1-9] 9", "8465004 9", "9803192 9"],
    # ACMA, as above: four area codes, mobile, freephone and local rate.
    61: [
        "[2378]5550 9", "[2378]7010 9", *(f"491{number} 9" for number in ACMA_MOBILES.split()),
        "130097570[7-9] 10", "130097571[01] 10", "1800160401 10", "180097570[7-9] 10", "180097571[01] 10",
    ],
    # ComReg, "Numbering Conditions of Use and Application Process" (15/136): numbers for drama.
    353: ["2091 9"],
}
