print("postil")
