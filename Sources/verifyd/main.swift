import VerifydProgram

await Verifyd.main()
